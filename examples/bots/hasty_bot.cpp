// A bot for exozoo in C++, one file, no libraries: any legal action but the last one ("pass" and the
// like tend to stand at the end), drawn by a generator of its own.
//
//   g++ -O2 -std=c++17 -o hasty_bot examples/bots/hasty_bot.cpp
//   exozoo play-match alien_frontiers exec:./hasty_bot heuristic
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// A value of the message's outermost object, as its text: the place after `"key":`, or npos. Texts
// are passed over whole and depth is counted, so that no name inside a value can deceive it.
static size_t find_key(const std::string& line, const std::string& key) {
    int depth = 0;
    for (size_t at = 0; at < line.size(); at++) {
        char c = line[at];
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') depth--;
        if (c != '"') continue;
        size_t end = at + 1;
        while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
        if (depth == 1 && line.compare(at + 1, end - at - 1, key) == 0 && line[end + 1] == ':')
            return end + 2;
        at = end;
    }
    return std::string::npos;
}

static std::string text_of(const std::string& line, const std::string& key) {
    size_t at = find_key(line, key);
    if (at == std::string::npos || line[at] != '"') return "";
    return line.substr(at + 1, line.find('"', at + 1) - at - 1);
}

static std::vector<long> list_of(const std::string& line, const std::string& key) {
    std::vector<long> found;
    size_t at = find_key(line, key);
    if (at == std::string::npos || line[at] != '[') return found;
    while (line[at] != ']') {
        char* end = nullptr;
        long number = std::strtol(line.c_str() + at + 1, &end, 10);
        if (end == line.c_str() + at + 1) break;  // an empty list
        found.push_back(number);
        at = end - line.c_str();
    }
    return found;
}

int main() {
    uint64_t random = 1;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string type = text_of(line, "type");
        if (type == "hello") {
            std::cout << R"({"name":"hasty in C++","protocol":1})" << std::endl;
        } else if (type == "seed") {
            random = std::strtoull(line.c_str() + find_key(line, "seed"), nullptr, 10) * 2 + 1;
        } else if (type == "decide") {
            std::vector<long> legal = list_of(line, "legal");
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            size_t choices = legal.size() > 1 ? legal.size() - 1 : 1;
            std::cout << "{\"action\":" << legal[(random >> 33) % choices] << "}" << std::endl;
        } else if (type == "quit") {
            break;
        }
    }
}
