import type { Text } from '@lamplight/kit'
import { t } from '../i18n/use-t.ts'
import { confirm } from '../widgets/confirm.tsx'
import { logout } from './session.ts'

const TITLE: Text = ['退出系统', 'Sign out']
const ASK: Text = [
  '是否退出系统, 是否继续? 打开的标签页会关闭；已下发的指令继续执行。',
  'Sign out now? Open tabs will close. Commands already sent go on.',
]

/** Asks for confirmation, then signs out (rule.logout.confirm). */
export const confirmLogout = async (): Promise<void> => {
  if (await confirm({ title: t(TITLE), text: t(ASK), ok: t(TITLE) })) await logout()
}
