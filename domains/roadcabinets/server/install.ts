export interface Install {
  readonly unit: string
  readonly address?: number | null
  readonly port?: string | null
  readonly protocol?: number | null
  readonly polling?: number | null
}

export interface Unit {
  readonly code: string
  readonly name: string
  readonly typeId: string
  readonly cabin?: number | null
}
