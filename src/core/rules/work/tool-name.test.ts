import { describe, expect, it } from 'vitest'
import type { WorkKind } from '../../model/tool.ts'
import { serverToolWork, toolWork, wordsOfName } from './tool-name.ts'

/** Names that agents of many makers give to their tools. */
const TOOLS: Readonly<Record<WorkKind, string>> = {
  explore:
    'codebase_search read_file list_dir readMultipleFiles search_file_content view_line_range find_by_name getDiagnostics fs_read codebase-retrieval lsp_hover sourcegraph builtin_ls jump_to_definition FetchURL read-process BashOutput command_status directory_tree query_docs filemap webfetch notebookread TaskOutput',
  edit: 'edit_file write_to_file apply_diff insert_content search_and_replace propose_code replace_string_in_file save-file remove-files fsAppend strReplace rename_file move_path update_file undo_edit rewrite_file create_thread',
  verify:
    'runTests run_unit_tests execute_ipython_cell run_notebook_cell js_repl python_repl code_interpreter build run_linter test_failure browser_action take_screenshot',
  plan: 'update_plan TodoWrite write_todos sequentialthinking Think SetTodoList plan_mode_respond ExitPlanMode ExitSpecMode ask_followup_question attempt_completion finish task_tracker TaskCreate add_tasks task_done update_status ask_user request_user_input',
  delegate: 'spawn_agent invokeSubAgent dispatch_agent new_task oracle delegate_work',
  ship: '',
  other: 'write_stdin ScheduleWakeup EnterWorktree ExitWorktree TaskStop mermaid',
}

const SERVER_TOOLS: Readonly<Record<WorkKind, string>> = {
  explore: 'get_issue listIssues resolve-library-id jira_getIssue browser_get_text search_code inspect_page',
  edit: 'write_file replaceSymbolBody edit_block_text update_file_contents append_lines',
  verify: 'run_tests execute_code browser_click take_screenshot',
  plan: 'sequentialthinking create_plan',
  ship: 'create_pull_request push_files createMergeRequest deploy',
  delegate: '',
  other: 'create_issue send_message whatever',
}

describe('[PLANE-R5.2] what a tool that nobody described is for', () => {
  const rows = (table: typeof TOOLS) =>
    Object.entries(table).flatMap(([kind, names]) => (names === '' ? [] : names.split(' ').map((name) => [name, kind])))

  it.each(rows(TOOLS))('%s: %s', (name = '', kind = '') => {
    expect(toolWork(name)).toBe(kind)
  })

  it.each(rows(SERVER_TOOLS))('of a server, %s: %s', (name = '', kind = '') => {
    expect(serverToolWork(name)).toBe(kind)
  })

  it('is read from the words of its name, however they are joined, and from no more of it than a name needs', () => {
    const names = ['readFile', 'read-file', 'functions.read_file', 'Read File', 'readHTMLFile']
    expect(names.map(wordsOfName)).toEqual([
      'read_file',
      'read_file',
      'functions_read_file',
      'read_file',
      'read_htmlfile',
    ])
    expect(wordsOfName('x'.repeat(10_000))).toHaveLength(120)
  })
})
