type Message = { kind: 'changed' } | { kind: 'signed-out' } | { kind: 'signed-in'; userId: string }

/** Among the tabs of the console. A tab does not get its own messages. */
const channel = new BroadcastChannel('vitrine-console')

export const send = (message: Message) => channel.postMessage(message)

/** @returns a function that ends it. */
export function on<Kind extends Message['kind']>(
  kind: Kind,
  act: (message: Extract<Message, { kind: Kind }>) => void,
): () => void {
  const listener = ({ data }: MessageEvent<Message>) => {
    if (data.kind === kind) act(data as Extract<Message, { kind: Kind }>)
  }
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

export const announceSignOut = () => send({ kind: 'signed-out' })
export const onForeignSignOut = (act: () => void) => on('signed-out', act)
export const announceSignIn = (userId: string) => send({ kind: 'signed-in', userId })
export const onForeignSignIn = (act: (userId: string) => void) =>
  on('signed-in', ({ userId }) => act(userId))
