import { api, notify, t } from '@lamplight/console-kit'
import { initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import { invalidate } from '@lamplight/console-kit/resource'
import type { Fields } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { devicePreviewRoute } from '../server/device-preview.handler.ts'
import { countWords } from './batch-words.ts'
import { C } from './command.messages.ts'
import type { DeviceCommandRequest } from './device-command-request.ts'

const NO_FIELDS: Fields = {}

/** State of the dialog of a device command: form, preview, and the batch after sending. */
export const useDeviceCommand = ({ kind, action, ...options }: DeviceCommandRequest) => {
  const { type, resource } = kind
  // The list behind the dialog may change: the selection at the time of opening counts.
  const [target] = useState(options.target)
  const [batchId, setBatchId] = useState<string | null>(null)
  const fields = resource.actions?.[action]?.input ?? NO_FIELDS
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const cmd = resource.actions?.[action]?.command ?? action
  const preview = useQuery({
    queryKey: ['control.preview', 'device', type.code, cmd, target],
    queryFn: ({ signal }) =>
      api.post<typeof devicePreviewRoute>('blade-device/command/preview', {
        body: { deviceType: type.code, cmd, ...target },
        signal,
        quiet: true,
      }),
    retry: false,
    placeholderData: undefined,
  })
  const send = async (): Promise<void> => {
    await form.send(async (draft) => {
      const shown = Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null]))
      const path = `${resource.api.base}/${kind.sentBy ?? resource.actions?.[action]?.path ?? action}`
      const args = writeValues(fields, shown)
      const made = await api.post<{ batchId: string; total: number }>(path, {
        body: { ...target, ...(kind.sentBy ? { cmd: action, args: JSON.stringify(args) } : args) },
        quiet: true,
      })
      setBatchId(made.batchId)
      notify.success(t(C.sent, { n: countWords(made.total, { deviceType: type.code }, t) }))
      void invalidate('control.batch')
    })
  }
  return { fields, form, preview, batchId, send }
}
