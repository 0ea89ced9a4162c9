import { t } from '../words/words.ts'
import { Button } from './button.tsx'

type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
  size?: 'sm' | 'md'
  isCentred?: boolean
}

/** Reads the next page of a list; nothing after its last one. */
export function ShowMore({ list, size = 'md', isCentred = false }: Props) {
  if (!list.hasNextPage) return null
  const button = (
    <Button
      size={size}
      isPending={list.isFetchingNextPage}
      onPress={() => void list.fetchNextPage()}
    >
      {t('Show more')}
    </Button>
  )
  return isCentred ? <div className="center">{button}</div> : button
}
