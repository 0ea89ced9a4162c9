/*
 * The former release runs while a migration is applied, and after it if the new one is taken back. So a migration adds;
 * what nothing uses any more is removed by a migration of a later release. Tables that grow without bounds are not scanned or
 * rewritten while a lock keeps their readers waiting.
 */

/** Tables with a row for each picture, each place of one in a widget, each change and each visitor's day. */
const large = [
  'assets',
  'asset_hashes',
  'asset_statistics',
  'audit_events',
  'change_log',
  'widget_assets',
  'widget_statistics',
]
const onLarge = `(?:ONLY )?"?(?:${large.join('|')})"?(?=[\\s(])`

type Rule = { breaks: RegExp; because: string }

const removes = 'the former release still uses it'
const scans = 'a lock is held while a large table is read or written as a whole'

const rules: readonly Rule[] = [
  { breaks: /\bDROP (?:TABLE|COLUMN|TYPE|VIEW|SCHEMA|ROLE|EXTENSION)\b/i, because: removes },
  { breaks: /^DROP FUNCTION\b/i, because: removes },
  { breaks: /\bRENAME\b/i, because: removes },
  // No service relies on a right of PUBLIC.
  { breaks: /^REVOKE\b(?!.*\bFROM PUBLIC$)/i, because: removes },
  { breaks: /\bALTER COLUMN\b.*\b(?:TYPE|SET NOT NULL|DROP DEFAULT)\b/i, because: removes },
  {
    breaks:
      /\bADD COLUMN (?:(?!,\s*ADD\b).)*\bNOT NULL\b(?!(?:(?!,\s*ADD\b).)*\bDEFAULT\b)(?<!\bDEFAULT\b(?:(?!,\s*ADD\b).)*)/i,
    because: 'the former release writes rows without it; give it a DEFAULT',
  },
  {
    breaks: new RegExp(`^(?:UPDATE|DELETE FROM|TRUNCATE|LOCK(?: TABLE)?) ${onLarge}`, 'i'),
    because: scans,
  },
  {
    breaks: new RegExp(`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*\\bON ${onLarge}`, 'i'),
    because: `${scans}; a migration with CREATE INDEX CONCURRENTLY alone does not`,
  },
  {
    breaks: new RegExp(
      `^ALTER TABLE ${onLarge}.*\\b(?:CHECK|FOREIGN KEY|REFERENCES|UNIQUE|PRIMARY KEY|EXCLUDE)\\b(?!.*\\bNOT VALID\\b)`,
      'i',
    ),
    because: `${scans}; NOT VALID, and VALIDATE CONSTRAINT in a later migration, do not`,
  },
  {
    breaks: new RegExp(
      `^ALTER TABLE ${onLarge}.*\\bDEFAULT \\(?(?:gen_random_uuid|random|clock_timestamp|nextval)\\b`,
      'i',
    ),
    because: scans,
  },
  { breaks: /^(?:CLUSTER|VACUUM|REINDEX)\b/i, because: scans },
]

/** Precedes a statement that removes what no release in use needs, with the reason. */
const contracts = /^-- Contract: \S.*$/m

/** @returns one line for each statement of a migration that the former release, or its readers, would not survive. */
export function findBreaking(sql: string): string[] {
  return statementsOf(sql).flatMap((text) => {
    const statement = text
      .replace(/--[^\n]*/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    const broken = rules.find(({ breaks }) => breaks.test(statement))
    if (broken === undefined || contracts.test(text)) return []
    return [`${statement.slice(0, 120)}: ${broken.because}`]
  })
}

/** The statements, each with the comments before it. Semicolons in strings, bodies of functions and comments end none. */
function statementsOf(sql: string): string[] {
  const parts =
    sql.match(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|;|[^$'";-]+|[\s\S]/g) ?? []
  const statements = ['']
  for (const part of parts) {
    if (part === ';') statements.push('')
    // A migration does not do what a function does when it is called, or what a text says.
    else statements.push(`${statements.pop()}${/^(?:\$\w*\$|')/.test(part) ? "''" : part}`)
  }
  return statements
}
