import { queryOptions } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'

/** As browsers ask for pictures, so that a negotiated format is that of visitors. */
const accept = 'image/avif,image/webp,image/*,*/*;q=0.8'

/** Times that a busy service is asked again. */
const mostRetries = 4

const isBusy = (error: Error): boolean =>
  !(error instanceof VitrineError) || error.status === 503 || error.status === 429

/** The bytes that delivery answers at an address. */
export const deliveredQuery = (address: string) =>
  queryOptions({
    queryKey: ['delivered', address],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(address, {
        headers: { accept },
        credentials: 'omit',
        signal,
      })
      if (response.ok) return response.blob()
      throw new VitrineError(response, await response.json().catch(() => undefined))
    },
    retry: (count, error) => count < mostRetries && isBusy(error),
    // Each is as large as a picture.
    gcTime: 30_000,
  })
