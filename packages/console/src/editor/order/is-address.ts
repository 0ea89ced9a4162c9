/** The API's rule for links: no spaces, no backslashes, and `//` starts a host. */
const address = /^((https?:\/\/[^\s\\/?#]|mailto:|tel:)[^\s\\]*|\/([^\s\\/][^\s\\]*)?)$/

export const isAddress = (text: string): boolean => text.length <= 2000 && address.test(text)
