import { readFileSync } from 'node:fs'

/**
 * The settings in `.env.example` for a service, in order: its own and those of both services.
 * A section begins with `# --- <name> ---`.
 */
export function readEnvExample(service: string): Record<string, string> {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const settings: Record<string, string> = {}
  let section = ''
  for (const line of text.split('\n')) {
    section = /^# --- (.+?) -+$/.exec(line)?.[1] ?? section
    const setting = /^([A-Z0-9_]+)=(.*)$/.exec(line)
    if (setting?.[1] && (section === service || section === 'both services')) {
      settings[setting[1]] = setting[2] ?? ''
    }
  }
  return settings
}
