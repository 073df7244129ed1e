import { useEffect, useState } from 'react'
import './people.css'

/** The picture of a QR code; the library comes when the first one is shown. */
export const Qr = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [source, setSource] = useState('')
  useEffect(() => {
    let left = false
    void import('qrcode').then(({ toDataURL }) => toDataURL(text, { margin: 2, width: 400 })).then((made) => !left && setSource(made))
    return () => {
      left = true
    }
  }, [text])
  return source ? <img className="ll-people__qr" src={source} alt={label} /> : <span className="ll-people__qr" />
}
