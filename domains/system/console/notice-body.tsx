import { useT } from '@lamplight/console-kit'
import './notice.css'
import { M } from './notice.messages.ts'

/** Rich text that the server has cleaned of anything executable when it was written. */
export const NoticeBody = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  if (!value) return <p className="ll-f-none">{t(M.empty)}</p>
  return <div className="ll-rich-text" dangerouslySetInnerHTML={{ __html: value }} />
}
