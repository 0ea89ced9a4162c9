import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { t } from '../words/words.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import css from './toast.module.css'

export type Message = { words: string; tone: 'good' | 'bad'; undo?: () => void }

export const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

export const Region = () => (
  <ToastRegion queue={queue} className={`${css.region} stack-2`} aria-label={t('Messages')}>
    {({ toast: { key, content, ...rest } }) => (
      <AriaToast
        toast={{ key, content, ...rest }}
        className={`${css.toast} row-3 ${css[content.tone]}`}
      >
        <Icon name={content.tone === 'good' ? 'check' : 'alert'} size={16} />
        <ToastContent className={`${css.words} fill`}>
          <Text slot="title">{content.words}</Text>
        </ToastContent>
        {content.undo === undefined ? null : (
          <Button
            size="sm"
            look="quiet"
            onPress={() => {
              content.undo?.()
              queue.close(key)
            }}
          >
            {t('Undo')}
          </Button>
        )}
        <IconButton icon="close" size="sm" label={t('Close')} onPress={() => queue.close(key)} />
      </AriaToast>
    )}
  </ToastRegion>
)
