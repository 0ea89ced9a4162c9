export const maxAddressLength = 2000

/** Without white space and backslashes, which browsers remove or read as slashes. `//` starts a host. */
const rest = '[^\\s\\\\/?#][^\\s\\\\]*'

/** What a picture or a button may link to. */
export const linkPattern = `^(https?://${rest}|(mailto:|tel:)[^\\s\\\\]*|/([^\\s\\\\/][^\\s\\\\]*)?)$`
export const linkDescription =
  'an address without spaces that begins with https://, http://, mailto:, tel: or /'

/** The page of a video. */
export const webPattern = `^https?://${rest}$`
export const webDescription = 'an address without spaces that begins with https:// or http://'
