import { t } from '../../words/words.ts'
import { isEqual, type Values } from '../working-copy/fields.ts'
import { settingIn, withValue } from './setting.ts'

/** A look with a name, in plain keys of `theme`. A widget does not remember from which one its keys came. */
export type Theme = { id: string; label: string; values: Values }

/** The first one is the default look. None has a colour of captions: the embed takes one that contrasts. */
export const themes = (): Theme[] => [
  { id: 'plain', label: t('Plain'), values: {} },
  { id: 'rounded', label: t('Rounded'), values: { imageBorderRadius: 16 } },
  {
    id: 'card',
    label: t('Card'),
    values: {
      backgroundColor: '#ffffff',
      borderRadius: 16,
      padding: 24,
      imageBorderRadius: 8,
      shadow: 'md',
    },
  },
  {
    id: 'gallery',
    label: t('Gallery'),
    values: { backgroundColor: '#f6f5f2', padding: 40, captionAlign: 'center' },
  },
  {
    id: 'warm',
    label: t('Warm'),
    values: {
      backgroundColor: '#f8efe2',
      borderRadius: 12,
      padding: 24,
      imageBorderRadius: 12,
      accentColor: '#9a4a1f',
      controlColor: '#ffffff',
      controlBackground: '#6b3a1e',
    },
  },
  {
    id: 'night',
    label: t('Night'),
    values: {
      colorScheme: 'dark',
      backgroundColor: '#14161b',
      borderRadius: 12,
      padding: 24,
      imageBorderRadius: 8,
      accentColor: '#9db8ff',
      controlColor: '#ffffff',
      controlBackground: '#31353f',
    },
  },
]

/** A font belongs to the site: no theme has one, and each keeps that of the widget. */
const isLook = (key: string): boolean => key !== 'fontFamily'

/**
 * The values of a widget in another look. Keys that are not known stay.
 *
 * @param known the keys of `theme`.
 */
export const dressed = (values: Values, theme: Theme, known: readonly string[]): Values =>
  known
    .filter(isLook)
    .reduce<Values>((dressing, key) => withValue(dressing, key, theme.values[key]), values)

/** The theme whose look a widget has. */
export const themeOf = (values: Values, known: readonly string[]): Theme | undefined =>
  themes().find((theme) =>
    known.filter(isLook).every((key) => isEqual(settingIn(values, key), theme.values[key])),
  )
