/** The API's rule for links: no spaces, no backslashes, and `//` starts a host. */
const address = /^((https?:\/\/[^\s\\/?#]|mailto:|tel:)[^\s\\]*|\/([^\s\\/][^\s\\]*)?)$/

export const isAddress = (text: string): boolean => text.length <= 2000 && address.test(text)

/** The API's rule for pages of videos. */
export const isWebAddress = (text: string): boolean => isAddress(text) && /^https?:/.test(text)
