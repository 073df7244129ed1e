import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { devicePreviewRoute } from '../server/device-preview.handler.ts'
import './command.css'
import { Affected } from './affected.tsx'

interface Target {
  /** Code of the device type. */
  readonly deviceType: number
  /** Name of the command in the type; it decides whether the command is sent in waves. */
  readonly cmd?: string
  readonly ids: readonly string[]
}
/** What a command to devices of a type affects: devices, gateways, streets, and those that are offline. */
export const AffectedDevices = ({ deviceType, cmd, ids }: Target) => {
  const { data, isError } = useQuery({
    queryKey: ['control.preview', 'device', deviceType, cmd, ids],
    queryFn: ({ signal }) =>
      api.post<typeof devicePreviewRoute>('blade-device/command/preview', {
        body: { deviceType, ...(cmd && { cmd }), ids },
        signal,
        quiet: true,
      }),
    retry: false,
    placeholderData: undefined,
  })
  return <Affected preview={data} isFailed={isError} deviceType={deviceType} />
}
