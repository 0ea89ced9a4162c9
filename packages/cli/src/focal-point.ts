import { usageError } from './failure.js'

type FocalPoint = { x: number; y: number }

const shape = /^(?<x>\d*\.?\d+),(?<y>\d*\.?\d+)$/

export const focalHint = 'what crops keep in sight, as fractions: 0.5,0.25'

/** @throws CommandError unless it is two numbers from 0 to 1. */
export function focalPointOf(text: string): FocalPoint {
  const { x, y } = shape.exec(text.replaceAll(' ', ''))?.groups ?? {}
  const point = { x: Number(x), y: Number(y) }
  if (point.x <= 1 && point.y <= 1) return point
  throw usageError(
    `The focal point must be two numbers from 0 to 1, such as 0.5,0.25, not "${text}".`,
  )
}
