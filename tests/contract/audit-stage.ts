import type { ApiClient, TestPlatform } from '@lamplight/testing'
import type { Stand } from './examples.ts'
import type { Known } from './known-rows.ts'
import type { Samples } from './samples.ts'

export interface World {
  readonly product: TestPlatform
  readonly admin: ApiClient
  /** Rows of the platform's tenant. */
  readonly known: Known
  /** Rows of another tenant, for calls of salespeople. */
  readonly theirs: Known
  readonly samples: Samples
}

/** Preparation of an example: values for its placeholders, and a caller other than the administrator. */
export interface Stage {
  readonly as?: ApiClient
  readonly stand?: Stand
}

export type Make = (world: World) => Stage | Promise<Stage>
