import type { Plugin } from 'vite'
import type { Setting, Settings } from '../src/editor/settings-form/setting.ts'

export function settingOf(schema: object): Setting
export function widgetSettings(): Settings
export function compiledSettings(folder?: string): Plugin
