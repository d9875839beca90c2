/** Real model tokens (o200k). The tables are large, so they are loaded by the first text that is counted. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base')
  return count(text)
}
