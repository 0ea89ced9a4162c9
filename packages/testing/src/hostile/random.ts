/** Lehmer's generator, so that a failure recurs: whole numbers from 0 to below the bound. */
export function createRandom(seed = 20_261_121): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
