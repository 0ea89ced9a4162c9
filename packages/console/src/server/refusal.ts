/** Why a change was not made, in words for people. */
export class Refusal extends Error {}
