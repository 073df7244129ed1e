import { defineDictionaries } from '@lamplight/kit'

/** Dictionaries of wire contract 4.4, decisions.md A43 and A44. */
export const lightingDictionaries = defineDictionaries([
  {
    code: 'lamp_type',
    name: ['灯型', 'Kind of luminaire'],
    entries: [
      ['1', '智慧路灯', 'Smart'],
      ['2', '市电路灯', 'Mains'],
      ['3', '太阳能路灯', 'Solar'],
    ],
  },
])
