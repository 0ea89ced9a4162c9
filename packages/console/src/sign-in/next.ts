/**
 * Where a person goes after signing in: a path of the console. Its parts are words and ids, so `..` and other sites
 * are not among them, however they are spelled.
 */
export const parseNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^(?=\/)(\/[\w-]+)*\/?(?![^?#])/.test(next) ? { next } : {}
