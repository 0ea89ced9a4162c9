import type { Settings } from './setting.ts'

/** The build puts the settings of the contract here, see `build/widget-settings.mjs`. */
export const settings = { config: {}, theme: {} } as Settings
