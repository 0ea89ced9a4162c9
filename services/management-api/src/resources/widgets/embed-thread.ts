/** The program of a thread that makes embed codes. */
import { type CodesTask, embedAnswer } from './embed-codes.js'

export const codes = (task: CodesTask): Uint8Array<ArrayBuffer> => embedAnswer(task)
