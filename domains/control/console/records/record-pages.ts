import { laterPages, loadConsole } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'

/** The command records of devices of some types as a page at `link`; `types` are their codes. A row opens its page in the control centre. */
export const recordPages = ({ link, label, types }: { readonly link: string; readonly label: Text; readonly types: readonly number[] }) =>
  laterPages({
    code: 'commandrecord',
    link,
    label,
    only: { deviceType: types.join(',') },
    load: async () => {
      const console = await loadConsole('control.batch')
      if (!console) throw new Error('no slice has the command records')
      return console
    },
  }).slice(0, 1)
