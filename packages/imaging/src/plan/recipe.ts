/**
 * Names what a plan's key leaves open: encoders, their settings, the way pixels are resampled. Part of
 * object keys and ETags: raise it with every change that gives other bytes for the same plan.
 */
export const recipe = 'v1'
