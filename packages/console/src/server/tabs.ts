type Message = { kind: 'changed' } | { kind: 'signed-out' } | { kind: 'signed-in'; userId: string }

let channel: BroadcastChannel | undefined

/** Among the tabs of the console. A tab does not get its own messages. Opened by its first use, because an open one keeps Node alive. */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel('vitrine-console')
  return channel
}

export const send = (message: Message) => tabs().postMessage(message)

/** @returns a function that ends it. */
export function on<Kind extends Message['kind']>(
  kind: Kind,
  act: (message: Extract<Message, { kind: Kind }>) => void,
): () => void {
  const listener = ({ data }: MessageEvent<Message>) => {
    if (data.kind === kind) act(data as Extract<Message, { kind: Kind }>)
  }
  tabs().addEventListener('message', listener)
  return () => tabs().removeEventListener('message', listener)
}

export const announceSignOut = () => send({ kind: 'signed-out' })
export const onForeignSignOut = (act: () => void) => on('signed-out', act)
export const announceSignIn = (userId: string) => send({ kind: 'signed-in', userId })
export const onForeignSignIn = (act: (userId: string) => void) =>
  on('signed-in', ({ userId }) => act(userId))
