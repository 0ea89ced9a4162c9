import { claimProcessFolder } from '@vitrine/imaging'

/** A new, empty folder of this process below `root`; see `claimProcessFolder`. */
export const claimFolder = (root: string): Promise<string> => claimProcessFolder(root, 'delivery')
