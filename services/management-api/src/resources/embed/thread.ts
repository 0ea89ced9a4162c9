import { type CodesTask, embedAnswer } from './codes.js'

export const codes = (task: CodesTask): Uint8Array<ArrayBuffer> => embedAnswer(task)
