import { useT } from '../i18n/use-t.ts'
import { confirm } from './confirm.tsx'

/** Closes a dialog at once while nothing was changed in it, and asks first where something would be lost. */
export const useLeave = (changed: boolean, onClose: () => void): (() => void) => {
  const t = useT()
  const ask = async (): Promise<void> => {
    const text = t(['有修改尚未保存，离开后将丢失', 'There are changes that are not saved; leaving loses them'])
    if (await confirm({ title: t(['放弃修改?', 'Discard the changes?']), text, ok: t(['放弃修改', 'Discard']), danger: true })) onClose()
  }
  return () => (changed ? void ask() : onClose())
}
