/** The builders of schemas, and `Value`, which applies a schema to a value without compiling it. */
export * from 'typebox'
export { default } from 'typebox'
export { default as Value } from 'typebox/value'
