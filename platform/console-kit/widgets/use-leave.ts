import type { Text } from '@lamplight/kit'
import { useT } from '../i18n/use-t.ts'
import { confirm } from './confirm.tsx'

export const KEEP_EDITING: Text = ['继续编辑', 'Keep editing']

/** Returns a function that asks whether unsaved changes may be lost; true: yes. */
export const useAskDiscard = (): (() => Promise<boolean>) => {
  const t = useT()
  return () =>
    confirm({
      title: t(['放弃修改？', 'Discard changes?']),
      text: t(['修改尚未保存，离开后将丢失。', 'Unsaved changes will be lost.']),
      ok: t(['放弃修改', 'Discard']),
      cancel: t(KEEP_EDITING),
      danger: true,
    })
}

/** Returns a function that closes a dialog: at once if nothing was changed, else after a question. */
export const useLeave = (changed: boolean, onClose: () => void): (() => void) => {
  const ask = useAskDiscard()
  const confirmLeave = async (): Promise<void> => {
    if (await ask()) onClose()
  }
  return () => (changed ? void confirmLeave() : onClose())
}
