/** The request that an image is fetched or rendered for. */
export type RenderRequest = {
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /** Called before a render. Only this request receives the error that it throws. */
  chargeRenderBudget: () => void
}

/** The request that started the work has no budget left. Requests that joined it try again. */
export class BudgetSpent extends Error {
  readonly request: RenderRequest

  constructor(request: RenderRequest, cause: unknown) {
    super('the request that started the render has no budget left', { cause })
    this.request = request
  }
}

/** @throws BudgetSpent */
export function chargeRenderBudget(request: RenderRequest): void {
  try {
    request.chargeRenderBudget()
  } catch (error) {
    throw new BudgetSpent(request, error)
  }
}
