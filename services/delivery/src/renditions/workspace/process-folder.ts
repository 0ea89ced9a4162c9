import { claimProcessFolder } from '@vitrine/imaging'

/** Creates an empty folder for this process below `root`; see `claimProcessFolder`. */
export const claimFolder = (root: string): Promise<string> => claimProcessFolder(root, 'delivery')
