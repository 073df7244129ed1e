import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned } from './made-files.ts'

const { write, remove } = createFolder()
afterAll(remove)

// Node decodes these encodings but cannot encode them: the bytes are found by decoding all pairs.
const encoderOf = (encoding: string): ((text: string) => Uint8Array) => {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, readonly number[]>()
  for (let lead = 0; lead < 256; lead++) {
    const one = decoder.decode(Uint8Array.of(lead))
    if (one.length === 1 && one !== '\ufffd' && !bytes.has(one)) bytes.set(one, [lead])
    if (lead < 0x81) continue
    for (let trail = 0x40; trail < 256; trail++) {
      const two = decoder.decode(Uint8Array.of(lead, trail))
      if ([...two].length === 1 && two !== '\ufffd' && !bytes.has(two)) bytes.set(two, [lead, trail])
    }
  }
  return (text) => Uint8Array.from([...text].flatMap((letter) => bytes.get(letter) ?? []))
}
const spanish =
  'Nº luminaria;Longitud;Latitud;POTENCIA (W);Tipo de lámpara;Altura (m);Cuadro de mando;Distrito\nL-1;-3,70;40,41;150;VAPOR DE SODIO;9;CM-1;Chamberí\nL-2;-3,71;40,42;70;LED;7;CM-1;Chamberí\n'
const french =
  'Numéro luminaire;Longitude;Latitude;Puissance (W);Type de lampe;Hauteur;Armoire;Quartier\nL-1;2,35;48,85;150;Sodium haute pression;9;A-1;Élysée\nL-2;2,36;48,86;70;Iodures métalliques;7;A-1;Élysée\n'
const german =
  'Leuchten-Nr.;Längengrad;Breitengrad;Leistung in W;Lampentyp;Masthöhe;Schaltschrank;Stadtteil\nL-1;13,40;52,51;0,15 kW;Natriumdampf-Hochdruck;9;S-1;Köpenick\nL-2;13,41;52,52;70;Halogenmetalldampflampe;7;S-1;Köpenick\n'
const korean =
  '관리번호,경도,위도,소비전력(W),광원,등주높이,분전함,행정동\nL-1,127.01,37.51,150,나트륨,9,B-1,서초동\nL-2,127.02,37.52,70,메탈할라이드,7,B-1,서초동\n'
const japanese =
  '照明番号,経度,緯度,消費電力（W）,光源種別,柱高,分電盤,町名\nL-1,139.71,35.61,150,高圧ナトリウム灯,9,B-1,みなと町\nL-2,139.72,35.62,70,メタルハライド,7,B-1,みなと町\n'

test.each([
  ['Spanish', spanish, 'windows-1252', ['HPS', 'LED']],
  ['French', french, 'windows-1252', ['HPS', 'MH']],
  ['German', german, 'windows-1252', ['HPS', 'MH']],
  ['Korean', korean, 'euc-kr', ['HPS', 'MH']],
  ['Japanese', japanese, 'shift_jis', ['HPS', 'MH']],
])('a %s inventory is read in UTF-8 and in the encoding of its language', async (_language, text, encoding, types) => {
  for (const [bytes, expected] of [
    [new TextEncoder().encode(text), 'utf-8'],
    [encoderOf(encoding)(text), encoding],
  ] as const) {
    const path = write(bytes)
    const file = await inspected(path)
    expect(file.mapping.encoding).toBe(expected)
    const { lamps, failed, notes } = await planned(path, file)
    expect([failed, notes]).toEqual([[], []])
    expect(lamps.map(({ number, power, lampType, height }) => [number, power, lampType, height])).toEqual([
      ['L-1', 150, types[0], 9],
      ['L-2', 70, types[1], 7],
    ])
    expect(lamps[0]?.cabinet).toMatch(/-1$/)
    expect(lamps[0]?.district).toBeTruthy()
  }
})

test.each(['Matrícula', 'N° support', 'Nº poste', 'N° mât', 'Mast-Nr.', 'Serial'])(
  'the number of a lamp is found in column %s',
  async (name) => {
    const path = write(new TextEncoder().encode(`${name};Longitude;Latitude\nA-1;2,3512;48,8534\nA-2;2,3522;48,8544\n`))
    const { lamps } = await planned(path, await inspected(path))
    expect(lamps.map(({ number }) => number)).toEqual(['A-1', 'A-2'])
  },
)
test.each([
  ['gb18030', '备注\n设备在人民路与建设路交叉口，由市政管理处维护\n'],
  ['euc-kr', '비고\n가로등 교체가 필요한 곳입니다. 다음 점검은 삼월\n'],
  ['shift_jis', '備考\n交換が必要です。次の点検は三月の予定\n'],
  ['windows-1252', 'Observación\nCalle José Martí número 3, baño público, señal averiada\n'],
])('the encoding of text in %s is detected by its letters where column names do not decide', async (encoding, text) => {
  const lines = text.split('\n').slice(1, -1)
  const path = write(encoderOf(encoding)(`a,b,${text.split('\n')[0]}\n${lines.map((line, at) => `${at},1,"${line}"`).join('\n')}\n`))
  expect((await inspected(path)).mapping.encoding).toBe(encoding)
})
test('the user can choose another encoding; one that does not fit is refused with a readable message', async () => {
  const path = write(encoderOf('euc-kr')(korean))
  expect((await inspected(path, { reading: { encoding: 'windows-1252' } })).columns[0]?.name).not.toBe('관리번호')
  await expect(inspected(path, { reading: { encoding: 'utf-8' } })).rejects.toThrow('cannot be read')
})
test('a power in kW is recognised by the column name', async () => {
  const path = write('编号,经度,纬度,功率(kW)\nA,112,28,0.25\nB,112.1,28,60W\n')
  expect((await planned(path)).lamps.map(({ power }) => power)).toEqual([250, 60])
})
