import { Button, IconButton } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/checkbox.tsx'
import { Icon } from '../../controls/icon.tsx'
import { labelOf, valueWords } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'
import css from './form.module.css'
import { listIn, tagsOfPictures, toggled, widthsIn, withWidth } from './lists.ts'
import type { Setting } from './setting.ts'

type Props<Kind extends Setting['kind']> = {
  id: string
  name: string
  setting: Setting & { kind: Kind }
  value: unknown
  onChange(value: unknown): void
  isReadOnly: boolean
}

/** Some of the words of a list. */
export function ChoicesField({ id, name, setting, value, onChange, isReadOnly }: Props<'choices'>) {
  const chosen = listIn(value ?? setting.fallback)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the setting is that of the group
    <div role="group" id={id} aria-label={labelOf(name)} className={`${css.checks} stack-2 fill`}>
      {setting.values.map((one) => (
        <Checkbox
          key={one}
          isSelected={chosen.includes(one)}
          isReadOnly={isReadOnly}
          onChange={(isOn) => onChange(toggled(chosen, one, isOn))}
        >
          {valueWords(one)}
        </Checkbox>
      ))}
    </div>
  )
}

/** No buttons, one for each tag of the pictures, or for some of these tags. */
export function TagsField({ id, name, setting, value, onChange, isReadOnly }: Props<'tags'>) {
  const items = useEdited(({ copy }) => copy.mine.items)
  const assets = useEdited((state) => state.assets)
  const known = tagsOfPictures(items, assets)
  const chosen = listIn(value)
  const offered = [...new Set([...known, ...chosen])]
  const some = known.slice(0, setting.most)
  const mode = value === true ? 'all' : Array.isArray(value) ? 'some' : 'none'
  const choose = (next: string) =>
    onChange(next === 'all' ? true : next === 'some' && some.length > 0 ? some : undefined)
  return (
    <div className="stack-3 fill">
      <span className={css.chosen}>
        <select
          id={id}
          className={css.select}
          disabled={isReadOnly}
          value={mode}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="none">{t('No buttons')}</option>
          <option value="all">{t('All tags of the pictures')}</option>
          <option value="some" disabled={offered.length === 0}>
            {t('Some tags')}
          </option>
        </select>
        <Icon name="chevronDown" size={16} />
      </span>
      {mode === 'some' ? (
        // biome-ignore lint/a11y/useSemanticElements: the label of the setting is that of the group
        <div role="group" aria-label={labelOf(name)} className={`${css.checks} stack-2`}>
          {offered.map((tag) => (
            <Checkbox
              key={tag}
              isSelected={chosen.includes(tag)}
              isReadOnly={isReadOnly}
              onChange={(isOn) => {
                const next = toggled(chosen, tag, isOn)
                onChange(next.length === 0 ? undefined : next)
              }}
            >
              {tag}
            </Checkbox>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** A value from each of some widths on, such as two columns from 480 pixels on. */
export function WidthsField({ id, name, setting, value, onChange, isReadOnly }: Props<'widths'>) {
  const rows = widthsIn(value)
  const { minimum, maximum } = setting.value as Setting & { kind: 'whole' }
  const next = (rows.at(-1)?.[0] ?? 240) + 240
  const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the setting is that of the group
    <div role="group" id={id} aria-label={labelOf(name)} className="stack-2 fill">
      {rows.map(([width, count]) => (
        <span key={width} className={`${css.width} row-2`}>
          <input
            type="number"
            aria-label={t('From this width on, px')}
            min={10}
            max={9999}
            defaultValue={width}
            readOnly={isReadOnly}
            onBlur={({ currentTarget }) =>
              onChange(withWidth(value, width, [number(currentTarget.value), count]))
            }
          />
          <span aria-hidden="true">px →</span>
          <input
            type="number"
            aria-label={t('Columns from {width} px on', { width })}
            min={minimum}
            max={maximum}
            value={count}
            readOnly={isReadOnly}
            onChange={({ currentTarget }) => {
              const typed = number(currentTarget.value)
              if (typed >= minimum && typed <= maximum)
                onChange(withWidth(value, width, [width, typed]))
            }}
          />
          {isReadOnly ? null : (
            <IconButton
              icon="close"
              size="sm"
              label={t('Remove the width of {width} px', { width })}
              onPress={() => onChange(withWidth(value, width, null))}
            />
          )}
        </span>
      ))}
      {isReadOnly || rows.length >= setting.most || next > 9999 ? null : (
        <Button
          size="sm"
          onPress={() =>
            onChange(withWidth(value, next, [next, Math.min(maximum, rows.length + 2)]))
          }
        >
          {t('Add a width')}
        </Button>
      )}
    </div>
  )
}
