export const OTHERS = `
[ pup htmlq tig http https xh locate whereis info help mkdir psql mysql redis-cli mongosh open xdg-open ] explore data
[ pgrep top htop lsof ] explore data
[ cmark cheat apropos expr mapfile readarray say terminal-notifier wall write mail cowsay figlet ] data
[ pandoc ] data · overwrites option:-o|--output
[ toilet lolcat banner boxes yes mongo llm ollama sgpt mods chatgpt fabric copilot subl fc bind ] data
[ complete compgen ] data
[ markdownlint ] @linters data
[ hub ] @gh data
[ jj hg svn ] @other-vcs data
[ openssl ] one-dash data · overwrites option:-out
[ npm bun ] @packages data
[ cargo ] @cargo data · executes option:-s|--shell
[ go ] @go one-dash data
[ pip pip3 gem ] @package-installers data
[ mvn ] @builders one-dash data
[ gradle ninja ] @builders data
[ cmake ] @builders data
  does overwrites last like copy*; overwrites last like rename; overwrites third like tar
  wraps verbs time|env · assigns
  options open -E
[ terraform tofu ] @infrastructure one-dash data
[ pulumi ] @infrastructure data
[ claude codex gemini aider goose opencode cursor-agent amp ] delegate data
[ emacs code trap jobs ] other data
[ semgrep tsc vitest jest pytest mocha rspec phpunit ctest bats playwright cypress ] verify data
[ terragrunt ] @infrastructure one-dash
[ java gdb javac ] verify one-dash
[ nginx atmos packer nomad consul vault ] one-dash
[ exa eza zgrep xq netstat ss locale gc gci sls gcm gp ft fl select measure tasklist md hash join ] explore
[ findmnt lsattr last zcat bzcat xzcat zless rga ripgrep vdir findstr where md5 mlr xsv csvlook ldd nm ] explore
[ objdump readelf otool size lsblk lscpu vmstat iostat pstree journalctl dmesg who groups getent ] explore
[ getconf sw_vers ifconfig whois apt-cache pydoc ffprobe goto scroll_up scroll_down ] explore
[ search_dir search_file find_file filemap ast-grep tokei cloc scc git-log gitk delta glow fzf ] explore
[ ctags cscope ] explore · overwrites option:-f|-o
[ dig host nslookup ping mktemp new-item ni httpie duckdb ] explore
[ apply_patch copy xcopy robocopy move ren cpi mi rni dos2unix unix2dos 2to3 pyupgrade autoflake ] edit
[ rename ] edit · overwrites rest if -f|--force
[ docformatter rector jscodeshift comby protoc sqlc mockgen stringer openapi-generator virtualenv ] edit
[ ensurepip edit create insert ] edit
[ str_replace_editor str_replace_based_edit_tool text_editor ] @agent-editors
[ eval clear reset fg bg ulimit umask git-credential ssh-add ] other
[ ssh-keygen ] other · overwrites option:-f unless -l|-y|-e|-L|-R|-F|-H|-B|-c|-p
[ br todo task-master submit ] plan
[ py.test tox nox nose2 ava tap jasmine karma pest gotestsum busted minitest cargo-nextest tsgo mypy ] verify
[ pyright pylint flake8 pycodestyle golint staticcheck errcheck govulncheck hadolint actionlint ] verify
[ stylelint knip publint clang-tidy cppcheck gcc g++ clang clang++ cc rustc ld ab k6 bandit trivy snyk ] verify
[ gitleaks sonar-scanner codeql vale size-limit lighthouse depcheck madge coverage nosetests green ward ] verify
[ trial behave robot pabot locust stestr tape uvu qunit wdio nightwatch testcafe protractor cucumber ] verify
[ cucumber-js newman artillery c8 nyc tsd attw vue-tsc svelte-check phpstan psalm phpcs phpmd codecept ] verify
[ behat infection checkstyle pmd spotbugs luacheck prove ginkgo richgo gotest gcov lcov gcovr shellspec ] verify
[ sqlfluff hlint credo dialyzer lint-staged lefthook act earthly esbuild swc babel tsup nodemon wrk ] verify
[ vegeta dlv rdbg xcrun invoke-pester uvicorn gunicorn hypercorn daphne flask streamlit jupyter ] verify
[ papermill scala scalac kotlin kotlinc groovy elixir elixirc iex erl erlc ghc ghci runghc runhaskell ] verify
[ ocaml ocamlfind swiftc clj clojure bb r octave python python3 python2 pypy py ipython ts-node tsx php ] verify
[ lua julia rscript bash sh zsh ksh fish pwsh ] verify
[ golangci-lint ruff oxlint rubocop standardrb clippy ktlint detekt swiftlint htmlhint ] @linters
[ markdownlint-cli2 ] @linters
[ gofmt goimports gofumpt black isort autopep8 yapf rustfmt clang-format stylua dprint scalafmt ktfmt ] @formatters
[ php-cs-fixer pint csharpier ormolu fourmolu ocamlformat cljfmt swiftformat swift-format ] @formatters
[ google-java-format buildifier nixfmt alejandra mdformat taplo cmake-format pg_format ] @formatters
[ just task rake gulp grunt turbo nx mage invoke inv poe doit tilt moon wireit ] @tasks
[ pixi brew dnf yum apk zypper snap bundler composer nuget cpan cpanm luarocks pod vcpkg ] @package-installers
[ conan choco scoop winget port ] @package-installers
[ apt apt-get ] @package-installers
  does executes option:-o|--option after invoke=; executes option:-o|--option after invoke::=; executes
    option:-o|--option after install-pkgs=; executes option:-o|--option after install-pkgs::=
[ tcpdump ] · overwrites option:-w; executes option:-z
  options exact -z= -i= -w= -r= -c= -G= -W= -C= -s= -B= -E= -F= -j= -M= -T= -V= -y= -Z=
[ dpkg rpm pacman ] @system-packages
[ node ] @node
[ k9s argocd flux kustomize ] @clusters
[ cdk sst serverless wrangler vercel netlify firebase railway supabase sam kamal ] @infrastructure
[ gsutil s3cmd doctl ] @clouds
[ dotnet ] @dotnet
[ swift ] @swift
[ mix ] @mix
[ rails ] @rails
[ deno ] @deno
[ dart flutter ] @dart
[ dune rebar3 lein mill zig nim nimble crystal shards elm scala-cli ] @stack
[ pants ] @pants
[ dbt ] @dbt
[ pre-commit ] @pre-commit
[ mvnw gradlew ant sbt bazel bazelisk buck2 meson msbuild xcodebuild scons waf ] @builders
[ sdk ghcup ] @versions
[ sl fossil p4 ] @other-vcs
[ vite webpack rollup parcel next nuxt nuxi astro remix gatsby ng vue-cli-service react-scripts expo ] @frameworks
[ hugo jekyll mkdocs docusaurus eleventy storybook rspack nest electron-builder tauri sphinx-build ] @frameworks
[ alembic flyway liquibase knex typeorm sequelize prisma drizzle-kit dbmate goose-migrate ] @migrations
[ fastlane ansible-playbook ] @fastlane
[ twine goreleaser semantic-release changeset lerna-publish ] @twine
[ json.tool ] explore · prints first; overwrites rest over 1
[ venv ] edit · uproots if --clear
[ zipfile tarfile ] · overwrites option:-c|--create; fills rest if -e|--extract; packs
`
