/**
 * The version of everything that a plan's key does not contain: encoders, their settings, resampling. It is
 * part of object keys and ETags. Increment it with every change that gives other bytes for the same plan.
 */
export const recipe = 'v7'
