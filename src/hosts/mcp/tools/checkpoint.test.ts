import { expect, it } from 'vitest'
import type { ToolContext } from '../tool.ts'
import { checkpoint } from './checkpoint.ts'

const said = (args: Record<string, string | number>) => checkpoint.call({ args, call: undefined }, {} as ToolContext)

it('[PLANE-R1b, PLANE-L9] takes three sentences and asks for what is missing', async () => {
  const whole = { objective: 'fix it', done: 'found it', next: 'change it' }
  expect(await said(whole)).toEqual({ text: 'noted; continue with the next step' })
  expect(await said({ ...whole, next: '  ' })).toEqual({
    text: 'missing: `next`; call again with one sentence for each',
    isError: true,
  })
  expect(await said({ objective: 7 })).toEqual({
    text: 'missing: `objective`, `done`, `next`; call again with one sentence for each',
    isError: true,
  })
})
