/** A batch that a call created. */
export interface MadeBatch {
  readonly batchId: string
  readonly total: number
}
