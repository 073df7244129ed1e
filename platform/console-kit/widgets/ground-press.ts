import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** For a modal dialog: `onPress` when its ground is pressed. A drag that began inside and ended on the ground (marked words, a picture that is moved) is no press. */
export const useGroundPress = (onPress: () => void) => {
  const began = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      began.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent) => {
      if (began.current && event.target === event.currentTarget) onPress()
    },
  }
}
