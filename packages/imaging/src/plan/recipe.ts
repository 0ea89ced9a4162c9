/**
 * Names everything that a plan's key does not contain: encoders, their settings, how pixels are resampled. Part of
 * object keys and ETags: raise it with every change that gives other bytes for the same plan.
 */
export const recipe = 'v1'
