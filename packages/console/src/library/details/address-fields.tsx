import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { Preset } from '../../server/presets.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import {
  type Choice,
  type Fit,
  type Format,
  formatsOf,
  type Gravity,
  hasBox,
  widthsOf,
  wrongOf,
} from './address-offer.ts'
import css from './addresses.module.css'

type Props = {
  asset: Asset
  /** The size in which anyone may see it. */
  shown: { width: number; height: number }
  presets: readonly Preset[]
  choice: Choice
  onChange(part: Partial<Choice>): void
}

/** The fields of the chosen kind of address. */
export function AddressFields(props: Props) {
  const { way } = props.choice
  if (way === 'width') return <WidthFields {...props} />
  if (way === 'preset') return <PresetField {...props} />
  return way === 'own' ? <OwnFields {...props} /> : null
}

const WidthFields = ({ asset, shown, choice, onChange }: Props) => (
  <div className={`${css.pair} stack-3`}>
    <Select
      label={t('Width')}
      options={widthsOf(shown).map((one) => ({
        id: String(one),
        label: `${one} px`,
        ...(one === asset.width && { hint: t('As wide as the original') }),
      }))}
      value={String(choice.width)}
      onChange={(width) => onChange({ width: Number(width) })}
    />
    <FormatField choice={choice} onChange={onChange} />
  </div>
)

const PresetField = ({ presets, choice, onChange }: Props) => (
  <Select
    label={t('Preset')}
    options={presets.map(({ name }) => ({ id: name, label: name }))}
    value={presets.some(({ name }) => name === choice.preset) ? choice.preset : firstOf(presets)}
    onChange={(preset) => onChange({ preset })}
  />
)

const firstOf = ([first]: readonly Preset[]): string => first?.name ?? ''

function OwnFields({ asset, choice, onChange }: Props) {
  const { own, fit } = choice
  const wrong = wrongOf(choice)
  const field = (name: 'w' | 'h' | 'q', label: string, placeholder: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={own[name]}
      placeholder={placeholder}
      problem={wrongWords(wrong[name])}
      onChange={(value) => onChange({ own: { ...own, [name]: value } })}
    />
  )
  return (
    <>
      <div className={`${css.pair} stack-3`}>
        {field('w', t('Width, px'), String(asset.width))}
        {field('h', t('Height, px'), String(asset.height))}
      </div>
      {hasBox(choice) ? (
        <div className={`${css.pair} stack-3`}>
          <FitField choice={choice} onChange={onChange} />
          {fit === 'cover' ? <GravityField choice={choice} onChange={onChange} /> : null}
        </div>
      ) : null}
      <div className={`${css.pair} stack-3`}>
        <FormatField choice={choice} onChange={onChange} />
        {field('q', t('Quality'), t('1 to 100'))}
      </div>
    </>
  )
}

function wrongWords(wrong: 'size' | 'quality' | undefined): string | undefined {
  if (wrong === undefined) return undefined
  return wrong === 'size' ? t('A whole number, 1 to 4096.') : t('A whole number, 1 to 100.')
}

type Part = Pick<Props, 'choice' | 'onChange'>

const FitField = ({ choice, onChange }: Part) => (
  <Select<Fit>
    label={t('Fit')}
    options={[
      { id: 'cover', label: t('Cover'), hint: t('Fills the size, crops the rest.') },
      { id: 'contain', label: t('Contain'), hint: t('The whole picture within the size.') },
      { id: 'fill', label: t('Fill'), hint: t('Stretches.') },
    ]}
    value={choice.fit}
    onChange={(fit) => onChange({ fit })}
  />
)

const GravityField = ({ choice, onChange }: Part) => (
  <Select<Gravity>
    label={t('Crop towards')}
    options={[
      { id: 'focal', label: t('The focal point') },
      { id: 'center', label: t('The centre') },
      { id: 'auto', label: t('What stands out') },
    ]}
    value={choice.gravity}
    onChange={(gravity) => onChange({ gravity })}
  />
)

function FormatField({ choice: { way, format }, onChange }: Part) {
  const open = formatsOf(way)
  return (
    <Select<Format>
      label={t('Format')}
      options={open.map((id) => ({ id, label: formatName(id) }))}
      value={open.includes(format) ? format : 'original'}
      onChange={(next) => onChange({ format: next })}
    />
  )
}

function formatName(format: Format): string {
  if (format === 'original') return t('As uploaded')
  if (format === 'auto') return t('Automatic')
  if (format === 'webp') return 'WebP'
  return format.toUpperCase()
}
