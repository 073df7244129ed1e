import { usePermission, useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { Suspense, useState } from 'react'
import { REPLACE_RIGHT } from '../../model/replace-right.ts'
import { ReplaceDialog } from './lazy-replace.ts'

/** Button that replaces the device with the serial number `sn`; nothing for users without the right. `onDone` is called after a replacement. */
export const ReplaceButton = ({
  sn,
  label,
  small = false,
  onDone,
}: {
  readonly sn: string
  readonly label: Text
  readonly small?: boolean
  readonly onDone: () => void
}) => {
  const t = useT()
  const may = usePermission(REPLACE_RIGHT)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <button type="button" className={small ? 'll-button ll-button--small' : 'll-button'} onClick={() => setOpen(true)}>
        {t(label)}
      </button>
      <Suspense>
        {isOpen && (
          <ReplaceDialog
            sn={sn}
            onClose={(done) => {
              setOpen(false)
              if (done) onDone()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
