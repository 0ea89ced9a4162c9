import { withoutBidiControls } from '@vitrine/contracts'

/** Characters of a text that are shown. */
const maxLength = 80

/** What mail programs make links of: a scheme, `www.`, or a dot within a word, also in its IDN forms. */
const link =
  /:\/\/|www[.\u2024\u3002\uff0e\uff61]|[\p{L}\p{M}\p{N}][.\u2024\u3002\uff0e\uff61][\p{L}\p{M}\p{N}]/iu
const dots = /\s*[.\u2024\u3002\uff0e\uff61]\s*/g

/**
 * Text of a user, such as a name, for the body of a mail: on one line, short, and with nothing that a mail program
 * makes a link of. Anyone can register and invite, so a name could be a stranger's message to any
 * address, with a link, in a mail that the installation signs.
 */
export function userText(text: string): string {
  const line = withoutBidiControls(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
  const characters = [...line]
  const short =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
  return link.test(line) ? spelledOut(short) : short
}

const spelledOut = (text: string): string =>
  text.replaceAll('://', ' colon slash slash ').replace(dots, ' dot ').trim()
