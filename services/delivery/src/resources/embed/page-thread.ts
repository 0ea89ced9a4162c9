/** The program of a thread that makes pages. */
import { type EmbedPage, makePage, type PageTask } from './make-page.js'

export const page = (task: PageTask): EmbedPage => makePage(task)
