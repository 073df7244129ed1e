import type { ConsoleKind } from './device-kinds.ts'

/** Properties of the dialog of a device command. */
export interface DeviceCommandRequest {
  readonly kind: ConsoleKind
  /** Name of the action of the resource that sends the command. */
  readonly action: string
  readonly target: { readonly ids: readonly string[] } | { readonly filter: Readonly<Record<string, string>> }
  /** Name of the targets until the preview has loaded. */
  readonly name: string
  readonly onClose: () => void
}
