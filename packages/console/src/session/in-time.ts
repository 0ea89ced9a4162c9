/** How long the browser's storage may take, ms. */
const patienceMs = 10_000

/**
 * For what opens the browser's storage: another tab may hold it, or the browser never answers.
 *
 * @throws if it takes longer; the page then goes on without.
 */
export const inTime = <Opened>(opening: Promise<Opened>): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Error("the browser's storage does not answer"))
    const timer = setTimeout(late, patienceMs)
    void opening.then(resolve, reject).finally(() => clearTimeout(timer))
  })
