import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { choosePort } from './choose-port.ts'

it('keeps the port that clients remember, unless another is wished for', async () => {
  expect(await choosePort(21_000, undefined)).toEqual({ ok: true, port: 21_000 })
  expect(await choosePort(21_000, '21000')).toEqual({ ok: true, port: 21_000 })
  const fresh = await choosePort(21_000, true)
  expect(fresh).toEqual({ ok: true, port: expect.any(Number) })
  expect(fresh).not.toEqual({ ok: true, port: 21_000 })
  expect(await choosePort(undefined, undefined)).toMatchObject({ ok: true })
})

it('refuses what is no port, or is taken', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  for (const wish of ['x', '80', '70000', String(port)])
    expect(await choosePort(undefined, wish)).toEqual({ ok: false, problem: expect.stringContaining(wish) })
  server.close()
})
