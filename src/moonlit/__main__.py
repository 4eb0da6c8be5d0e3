from moonlit.cli import main

main()
