import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { QR_OPTIONS } from './qr-options.ts'

/** Picture of a QR code. The library is loaded when the first one is shown. With `file` it can be downloaded under that name. */
export const Qr = ({
  text,
  label,
  className = '',
  file,
}: {
  readonly text: string
  readonly label: string
  readonly className?: string
  readonly file?: string
}): ReactNode => {
  const t = useT()
  const [source, setSource] = useState('')
  useEffect(() => {
    let left = false
    void import('qrcode').then(({ toDataURL }) => toDataURL(text, QR_OPTIONS)).then((made) => !left && setSource(made))
    return () => {
      left = true
    }
  }, [text])
  if (!source) return <span className={`ll-qr ${className}`} />
  const picture = <img className={`ll-qr ${className}`} src={source} alt={label} />
  if (!file) return picture
  return (
    <span className="ll-qr-file">
      {picture}
      <a className="ll-button" href={source} download={file}>
        {t(['下载 PNG', 'Download PNG'])}
      </a>
    </span>
  )
}
