import { colour, oneOf, pattern, type Setting, whole } from './setting.js'

/** The known keys of `theme`, the same for every layout. */
export const themeSettings: Readonly<Record<string, Setting>> = {
  backgroundColor: colour(),
  borderRadius: whole(0, 500, 'px'),
  padding: whole(0, 500, 'px'),
  captionColor: colour(),
  colorScheme: oneOf(['light', 'dark', 'auto']),
  /** Behind transparent pictures, and around ones that are smaller than their frames. */
  imageBackground: colour(),
  imageBorderRadius: whole(0, 500, 'px'),
  captionFontSize: whole(8, 96, 'px'),
  captionAlign: oneOf(['left', 'center', 'right', 'start', 'end']),
  captionBackground: colour(),
  fontFamily: pattern('^[\\p{L}\\p{N} ,\'"_-]+$', 'names of fonts, separated by commas'),
  accentColor: colour(),
  controlColor: colour(),
  controlBackground: colour(),
  shadow: oneOf(['none', 'sm', 'md', 'lg']),
}
