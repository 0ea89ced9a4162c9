import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { Preset } from '../../server/presets.ts'
import { say } from '../../words/words.ts'
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

const WidthFields = ({ asset, choice, onChange }: Props) => (
  <div className={css.pair}>
    <Select
      label={say('Width')}
      options={widthsOf(asset).map((one) => ({
        id: String(one),
        label: `${one} px`,
        ...(one === asset.width && { hint: say('As wide as the original') }),
      }))}
      value={String(choice.width)}
      onChange={(width) => onChange({ width: Number(width) })}
    />
    <FormatField choice={choice} onChange={onChange} />
  </div>
)

const PresetField = ({ presets, choice, onChange }: Props) => (
  <Select
    label={say('Preset')}
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
      <div className={css.pair}>
        {field('w', say('Width, px'), String(asset.width))}
        {field('h', say('Height, px'), String(asset.height))}
      </div>
      {hasBox(choice) ? (
        <div className={css.pair}>
          <FitField choice={choice} onChange={onChange} />
          {fit === 'cover' ? <GravityField choice={choice} onChange={onChange} /> : null}
        </div>
      ) : null}
      <div className={css.pair}>
        <FormatField choice={choice} onChange={onChange} />
        {field('q', say('Quality'), say('1 to 100'))}
      </div>
    </>
  )
}

function wrongWords(wrong: 'size' | 'quality' | undefined): string | undefined {
  if (wrong === undefined) return undefined
  return wrong === 'size' ? say('A whole number, 1 to 4096.') : say('A whole number, 1 to 100.')
}

type Part = Pick<Props, 'choice' | 'onChange'>

const FitField = ({ choice, onChange }: Part) => (
  <Select<Fit>
    label={say('Fit')}
    options={[
      { id: 'cover', label: say('Cover'), hint: say('Fills the size, crops the rest.') },
      { id: 'contain', label: say('Contain'), hint: say('The whole picture within the size.') },
      { id: 'fill', label: say('Fill'), hint: say('Stretches.') },
    ]}
    value={choice.fit}
    onChange={(fit) => onChange({ fit })}
  />
)

const GravityField = ({ choice, onChange }: Part) => (
  <Select<Gravity>
    label={say('Crop towards')}
    options={[
      { id: 'focal', label: say('The focal point') },
      { id: 'center', label: say('The centre') },
      { id: 'auto', label: say('What stands out') },
    ]}
    value={choice.gravity}
    onChange={(gravity) => onChange({ gravity })}
  />
)

function FormatField({ choice: { way, format }, onChange }: Part) {
  const open = formatsOf(way)
  return (
    <Select<Format>
      label={say('Format')}
      options={open.map((id) => ({ id, label: formatName(id) }))}
      value={open.includes(format) ? format : 'original'}
      onChange={(next) => onChange({ format: next })}
    />
  )
}

function formatName(format: Format): string {
  if (format === 'original') return say('As uploaded')
  if (format === 'auto') return say('Automatic')
  if (format === 'webp') return 'WebP'
  return format.toUpperCase()
}
